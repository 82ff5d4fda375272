/**
 * Which of our languages somebody means.
 */

const TRADITIONAL_REGIONS = ["tw", "hk", "mo"];

/**
 * Give our language for a tag as browsers and people write them (`zh-TW`, `ja-JP`, `ZH-HANT`).
 * @param {string} tag
 * @returns {"en" | "ja" | "zh-Hans" | "zh-Hant" | undefined} undefined: a language that we have no texts in
 */
export function languageOf(tag) {
  const [language, ...parts] = tag.toLowerCase().split(/[-_]/);
  if (language === "en" || language === "ja") return language;
  if (language !== "zh") return undefined;
  if (parts.includes("hans")) return "zh-Hans";
  return parts.some((part) => part === "hant" || TRADITIONAL_REGIONS.includes(part)) ? "zh-Hant" : "zh-Hans";
}

/**
 * Give the first language of a list of wishes that we have; English if there is none.
 * @param {(string | null)[]} wishes
 */
export function chosenLanguage(wishes) {
  return wishes.map((tag) => languageOf(tag ?? "")).find((language) => language !== undefined) ?? "en";
}
