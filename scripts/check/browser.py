"""A headless Chromium, driven through a pipe by its DevTools protocol. Needs nothing but Chromium and Python."""

import base64
import fcntl
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]


def find():
    """The path of a Chromium, or None."""
    given = os.environ.get("CHROMIUM")
    return given or next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page of a headless Chromium.

    `errors` collects what the page logs as an error, exceptions that nobody caught, and every address that it asks
    for beside files and data inside the page.
    """

    def __init__(self, path):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # Chromium reads commands from 3 and writes answers to 4: these must not be the numbers of our own ends.
        to_read, self.to = (fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in os.pipe())
        self.source, to_write = (fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in os.pipe())

        def hand_over():
            os.dup2(to_read, 3)
            os.dup2(to_write, 4)

        self.process = subprocess.Popen(
            [path, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--no-first-run", "--disable-gpu",
             "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb", "--font-render-hinting=none",
             f"--user-data-dir={self.folder.name}", "about:blank"],
            preexec_fn=hand_over, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.numbers = itertools.count(1)
        self.buffer = b""
        self.session = None
        self.errors = []
        self.loaded = False
        target = next(target for target in self.call("Target.getTargets")["targetInfos"] if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.to)
        os.close(self.source)
        self.folder.cleanup()

    def call(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def receive(self, seconds=30):
        """The next message; notes what went wrong on the page."""
        while b"\0" not in self.buffer:
            if not select.select([self.source], [], [], seconds)[0]:
                raise TimeoutError(f"the browser said nothing for {seconds} s")
            data = os.read(self.source, 1 << 20)
            if not data:
                raise RuntimeError("the browser ended")
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(line)
        self.note(message.get("method"), message.get("params", {}))
        return message

    def note(self, method, event):
        if method == "Runtime.exceptionThrown":
            details = event["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and event["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(value.get("value", value.get("description"))) for value in event["args"]))
        elif method == "Log.entryAdded" and event["entry"]["level"] in ("error", "warning"):
            self.errors.append(f"{event['entry']['text']} {event['entry'].get('url', '')}")
        elif method == "Network.requestWillBeSent":
            address = event["request"]["url"]
            if not address.startswith(("file:", "data:", "blob:", "about:")):
                self.errors.append(f"asked the network for {address}")
        elif method == "Page.loadEventFired":
            self.loaded = True

    def open(self, path, ready):
        """Opens a file and waits until the expression `ready` holds."""
        self.loaded = False
        self.call("Page.navigate", url=f"file://{os.path.abspath(path)}")
        while not self.loaded:
            self.receive()
        end = time.monotonic() + 30
        while not self.run(ready):
            if time.monotonic() > end:
                raise TimeoutError(f"{path}: {ready} never came true; {self.errors}")
            time.sleep(0.05)

    def run(self, script):
        """The value of an expression on the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(f"{script}: {details.get('exception', {}).get('description') or details['text']}")
        return answer["result"].get("value")

    def size(self, width, height, is_phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=2 if is_phone else 1, mobile=is_phone)

    def theme(self, name):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def place(self, selector, is_scrolled=True):
        """The middle of an element, which is scrolled into view unless that is not wanted."""
        return self.run(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            if (!element) throw new Error("no " + {json.dumps(selector)});
            if ({json.dumps(is_scrolled)}) element.scrollIntoView({{ block: "center", behavior: "instant" }});
            const {{ x, y, width, height }} = element.getBoundingClientRect();
            if (width === 0 || height === 0) throw new Error("invisible: " + {json.dumps(selector)});
            return [x + width / 2, y + height / 2];
        }})()""")

    def point(self, selector):
        x, y = self.place(selector)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, selector):
        x, y = self.place(selector)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def drag(self, start, end):
        """Drags by the mouse from one element to another, in steps."""
        here = self.place(start)
        there = self.place(end, is_scrolled=False)
        press = {"button": "left", "clickCount": 1}
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=here[0], y=here[1], **press)
        for step in range(1, 5):
            x, y = (a + (b - a) * step / 4 for a, b in zip(here, there))
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=there[0], y=there[1], **press)

    def scripts(self, are_allowed):
        """Whether pages opened from now on run their scripts."""
        self.call("Emulation.setScriptExecutionDisabled", value=not are_allowed)

    def downloads(self, folder):
        """Where files go that the page offers."""
        self.call("Page.setDownloadBehavior", behavior="allow", downloadPath=os.fspath(folder))

    def allow_clipboard(self):
        """Pages may write to the clipboard, and be asked what is in it."""
        self.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])

    def write(self, selector, text):
        """Puts text in the place of what an input holds."""
        self.click(selector)
        self.run(f"document.querySelector({json.dumps(selector)}).select()")
        self.call("Input.insertText", text=text)

    def press(self, key):
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def shot(self, path, is_whole=False):
        parameters = {"captureBeyondViewport": True} if is_whole else {}
        if is_whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            parameters["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        data = self.call("Page.captureScreenshot", format="png", **parameters)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])


if __name__ == "__main__":
    found = find()
    print(found or "no Chromium")
    raise SystemExit(0 if found else 1)
