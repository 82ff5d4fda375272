"""OBS Studio follows the match: its scenes are made and switched by the redacted overlay snapshot.

`worker` is the door in; beside it `director` says which scene, `scenes` and `ways` are the words of all below. `upkeep`
keeps the overlay's picture alive, `access` finds OBS and remembers how, `stage` makes and removes what is ours in OBS,
`line` is the one connection: its `client` is the only user of obs-websocket-py.
"""
