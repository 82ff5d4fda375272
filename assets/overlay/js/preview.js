/**
 * A stand-in for the camera: a mahjong table from above in a dim studio, drawn by gradients, blur and grain.
 *
 * It exists to judge the overlay over something as uneven as a picture; a page without it is transparent, which looks broken to
 * whoever opens it in a browser for the first time.
 */

const PICTURE = `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1920 1080" preserveAspectRatio="xMidYMid slice">
  <defs>
    <radialGradient id="room" cx="50%" cy="38%" r="85%">
      <stop offset="0" stop-color="#6b5a4a"/><stop offset=".45" stop-color="#33343d"/><stop offset="1" stop-color="#0b0d14"/>
    </radialGradient>
    <radialGradient id="felt" cx="46%" cy="40%" r="75%">
      <stop offset="0" stop-color="#3f8f78"/><stop offset=".55" stop-color="#1f5f52"/><stop offset="1" stop-color="#0c302c"/>
    </radialGradient>
    <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#8a5a35"/><stop offset=".5" stop-color="#4a2d1a"/><stop offset="1" stop-color="#21130b"/>
    </linearGradient>
    <linearGradient id="bone" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#fffaf0"/><stop offset="1" stop-color="#d9cfb8"/>
    </linearGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="26"/></filter>
    <filter id="blur"><feGaussianBlur stdDeviation="2.2"/></filter>
    <filter id="grain">
      <feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="7"/>
      <feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  0 0 0 .28 0"/>
    </filter>
  </defs>
  <rect width="1920" height="1080" fill="url(#room)"/>
  <g filter="url(#soft)">
    <ellipse cx="250" cy="60" rx="190" ry="80" fill="#ffd9a0" opacity=".5"/>
    <ellipse cx="1650" cy="90" rx="230" ry="90" fill="#9fc4ff" opacity=".55"/>
    <ellipse cx="170" cy="560" rx="190" ry="250" fill="#26324e"/>
    <ellipse cx="1750" cy="560" rx="190" ry="250" fill="#5a2a33"/>
    <ellipse cx="960" cy="60" rx="230" ry="150" fill="#e9e2d8" opacity=".8"/>
    <ellipse cx="960" cy="20" rx="90" ry="90" fill="#caa184"/>
    <ellipse cx="960" cy="1080" rx="260" ry="110" fill="#1b2027"/>
  </g>
  <g filter="url(#blur)">
    <path d="M430 150 1490 150 1610 990 310 990Z" fill="url(#wood)"/>
    <path d="M478 190 1442 190 1546 948 374 948Z" fill="url(#felt)"/>
    <path d="M880 470h170l8 130h-186z" fill="#11161b"/>
    <path d="M903 492h124l6 86h-136z" fill="#2a3b44"/>
    TILES
    <ellipse cx="700" cy="330" rx="300" ry="120" fill="#fff" opacity=".08"/>
  </g>
  <rect width="1920" height="1080" filter="url(#grain)" opacity=".5"/>
  <rect width="1920" height="1080" fill="none" stroke="#000" stroke-width="120" opacity=".22" filter="url(#soft)"/>
</svg>`;

/** Rows of blank tiles: walls and rivers, smaller towards the far side. */
function tileRows() {
  const row = (x, y, count, width) =>
    Array.from({ length: count }, (_, i) => tile(x + i * (width + 3), y, width, width * 1.25)).join("");
  const column = (x, y, count, height) =>
    Array.from({ length: count }, (_, i) => tile(x, y + i * (height + 2), 44, height)).join("");
  return [row(640, 215, 17, 33), row(560, 870, 17, 42), column(476, 300, 15, 30), column(1396, 300, 15, 30),
    row(830, 640, 6, 36), row(830, 690, 6, 36), row(860, 400, 6, 30), row(860, 360, 4, 30),
    column(760, 450, 5, 32), column(1112, 450, 6, 32)].join("");
}

function tile(x, y, width, height) {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="5" fill="url(#bone)" stroke="#7a6a4c"/>`;
}

/** @returns {HTMLElement} */
export function makePreview() {
  const picture = new Image(1920, 1080);
  picture.className = "preview";
  picture.alt = "";
  picture.src = `data:image/svg+xml,${encodeURIComponent(PICTURE.replace("TILES", tileRows()))}`;
  return picture;
}
