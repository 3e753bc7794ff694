"""stub"""


class Replay: ...
