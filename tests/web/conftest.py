import browser as browsers
import pytest


def pytest_configure(config):
    config.addinivalue_line("markers", "thorough: of `make test-all` alone: it takes long, and finds little that the others do not")


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
