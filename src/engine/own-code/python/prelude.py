# Runs in MicroPython ahead of a person's metric: `start` runs their code and finds its function,
# `score` calls that on a row. Both take and give JSON, and the page checks every answer. What `score`
# needs is kept here, so that code that changes it changes no other row.
def _prepare(
    BaseException=BaseException, bool=bool, dict=dict, float=float, int=int, isinstance=isinstance,
    len=len, list=list, str=str, type=type,
):
    import builtins, io, json, re, sys

    FILE = "metric.py"
    MAX_KEYS = 20
    LONGEST_TEXT = 500
    LARGEST = 10**308
    # they lead out of Python, to nothing: what is missing is said before it is used
    NOT_HERE = ("js", "jsffi", "os", "vfs", "uctypes", "select", "asyncio", "_asyncio")
    loads, dumps, load = json.loads, json.dumps, builtins.__import__
    found = {}

    class Anything:
        """Whatever is imported for annotations alone."""

        def __init__(self, *args, **named):
            pass

        def __getattr__(self, name):
            return anything

        def __getitem__(self, key):
            return anything

        def __call__(self, *args, **named):
            # of a decorator or a cast, what it is given last
            return args[-1] if args else anything

    anything = Anything()

    class CustomMetric:
        """Says which function is the metric, as the service's library has it."""

        def __init__(self, name="", metric_function=None):
            self.name = name
            self.metric_function = metric_function
            found["metric"] = metric_function

    class Library:
        pass

    Library.CustomMetric = CustomMetric

    class Re:
        """MicroPython takes what it does not know in an expression for plain text: it is refused."""

    def checked(name):
        own = getattr(re, name)

        def call(pattern, *more):
            if isinstance(pattern, str):
                at = 0
                while at < len(pattern) - 1:
                    pair = pattern[at : at + 2]
                    unknown = pair[0] == "\\" and pair[1] in "bBAZ123456789"
                    unknown = unknown or (pair[0] == "{" and pair[1].isdigit())
                    unknown = unknown or (pair == "(?" and pattern[at + 2 : at + 3] != ":")
                    if unknown:
                        raise NotImplementedError("MicroPython's re has no " + pair)
                    at += 2 if pair[0] == "\\" else 1
            return own(pattern, *more)

        setattr(Re, name, staticmethod(call))

    for name in ("compile", "match", "search", "sub"):
        checked(name)

    def import_(name, globals_=None, locals_=None, fromlist=(), level=0):
        root = name.split(".")[0]
        if root in ("typing", "typing_extensions", "__future__"):
            return anything
        if root == "vertexai" and tuple(fromlist or ()) == ("CustomMetric",):
            return Library
        if root == "re":
            return Re
        if root in NOT_HERE:
            raise ImportError("no module named '%s'" % name)
        return load(name, globals_, locals_, fromlist, level)

    builtins.__import__ = import_
    builtins.CustomMetric = CustomMetric

    def absent(*args, **named):
        raise NotImplementedError("a metric has neither files nor input")

    builtins.open = builtins.input = builtins.execfile = absent

    def explain(error):
        kind = type(error).__name__
        message, line = kind, 0
        try:
            into = io.StringIO()
            sys.print_exception(error, into)
            trail = into.getvalue()
            places = trail.split('  File "' + FILE + '", line ')
            line = int(places[-1].split("\n")[0].split(",")[0]) if len(places) > 1 else 0
            message = trail[trail.rfind("\n" + kind) + 1 :].strip(": \n")
        except BaseException:
            pass
        return dumps({"error": message[:LONGEST_TEXT], "line": line})

    def describe_entry(value):
        kind = type(value)
        if kind in (int, float) and not -LARGEST < value < LARGEST:
            return {"number": "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"}
        if kind is str:
            return value[:LONGEST_TEXT]
        if kind in (int, float, bool) or value is None:
            return value
        return {"type": kind.__name__}

    def describe(value):
        if isinstance(value, dict):
            some = list(value.items())[:MAX_KEYS]
            return {"entries": [[describe_entry(key), describe_entry(one)] for key, one in some]}
        return {"type": "str"} if isinstance(value, str) else describe_entry(value)

    def start(given):
        try:
            job = loads(given)
            for name, line in job["imports"]:
                try:
                    import_(name, None, None, ("CustomMetric",))
                except BaseException as error:
                    return dumps({"error": "ImportError: " + str(error), "line": line})
            space = {"__name__": "__main__"}
            exec(compile(job["program"], FILE, "exec"), space)
            found["metric"] = found.get("metric") or space.get(job["entry"])
            return "" if callable(found["metric"]) else "none"
        except BaseException as error:
            return explain(error)

    def score(given):
        try:
            return dumps(describe(found["metric"](loads(given))))
        except BaseException as error:
            return explain(error)

    return start, score


start, score = _prepare()
