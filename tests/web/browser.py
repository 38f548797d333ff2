"""A headless Chromium that tests look into: pages, clicks, keys, and what the page wanted to save."""
import base64
import shutil
import time

import pytest

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")

# What the page saves is kept here instead of the disk: a list of [name, bytes as base64].
CATCH = """
window.saved = [];
const follow = HTMLAnchorElement.prototype.click;
HTMLAnchorElement.prototype.click = function () {
  const name = this.download;
  if (!name) return follow.call(this);
  fetchBlob(this.href).then((text) => window.saved.push([name, text]));
};
const blobs = new Map(), make = URL.createObjectURL;
URL.createObjectURL = (blob) => { const address = make.call(URL, blob); blobs.set(address, blob); return address; };
const fetchBlob = (address) => new Promise((done) => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result.split(",")[1] || "");
  reader.readAsDataURL(blobs.get(address));
});
"""


class Browser:
    def __init__(self, driver):
        self.driver = driver

    def open(self, path, fragment="", width=1280, scheme="light"):
        """A new window on that page, with nothing stored."""
        self.size(width)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                    {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.driver.get("about:blank")
        self.driver.execute_cdp_cmd("Page.resetNavigationHistory", {})  # it is full after 50 steps, and then uncertain
        self.driver.get(path.as_uri() + fragment)
        self.js(CATCH)
        self.settle()

    def size(self, width, height=900):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def go(self, fragment):
        self.js("location.hash = arguments[0]", fragment)
        self.settle()

    def settle(self):
        """Waits until pictures are drawn: they are as soon as their width is known."""
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0], 20)))")

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def texts(self, selector):
        return self.js("return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", selector)

    def until(self, selector, expected):
        """Waits for texts that come when the browser has gone through its history."""
        for _ in range(100):
            if self.texts(selector) == expected:
                return
            time.sleep(0.05)
        raise AssertionError(f"{selector} holds {self.texts(selector)}, not {expected}, at {self.js('return location.hash + history.length')}")

    def address(self):
        """The fragment of the address, which the page writes with a pause."""
        time.sleep(0.3)
        return self.js("return location.hash")

    def count(self, selector):
        return self.js("return document.querySelectorAll(arguments[0]).length", selector)

    def click(self, selector):
        self.js("document.querySelector(arguments[0]).click()", selector)
        self.settle()

    def type(self, selector, text):
        """Fills a field as typing would, at once."""
        self.js("""const field = document.querySelector(arguments[0]);
                   field.value = arguments[1];
                   field.dispatchEvent(new Event('input', {bubbles: true}));""", selector, text)
        self.settle()

    def press(self, *keys):
        from selenium.webdriver.common.action_chains import ActionChains
        ActionChains(self.driver).send_keys(*keys).perform()
        self.settle()

    def saved(self):
        """What the page saved last: its name and its bytes."""
        for _ in range(100):
            if found := self.js("return window.saved.pop()"):
                return found[0], base64.b64decode(found[1])
            time.sleep(0.05)
        raise AssertionError("the page saved nothing")

    def overflow(self):
        return self.js("return document.documentElement.scrollWidth - window.innerWidth")

    def console(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]


def start():
    if not (CHROMIUM and DRIVER):
        pytest.skip("no chromium and chromedriver on PATH")
    webdriver = pytest.importorskip("selenium.webdriver", reason="no Selenium for Python")
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-quic",
                 "--disable-background-networking", "--disable-component-update", "--disable-sync"):
        options.add_argument(flag)
    options.binary_location = CHROMIUM
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    from selenium.webdriver.chrome.service import Service
    return webdriver.Chrome(service=Service(DRIVER), options=options)
