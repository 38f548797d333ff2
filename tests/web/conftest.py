import browser as browsers
import pytest


@pytest.fixture(scope="session")
def chromium():
    driver = browsers.start()
    yield browsers.Browser(driver)
    driver.quit()


@pytest.fixture
def browser(chromium):
    """The browser; a test that leaves a message in its console has failed."""
    chromium.console()
    yield chromium
    assert chromium.console() == []
