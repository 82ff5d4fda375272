"""OBS Studio follows the match: its scenes are made and switched by the redacted overlay snapshot.

`worker` is the door in; below it `director` says which scene, `scenes` what they hold, `setup` makes them, `connection`
owns the thread and `client` is the only user of obs-websocket-py.
"""
