import pytest


@pytest.mark.parametrize("size", [10, 1000])
def test_sort(size):
    assert sorted(range(size, 0, -1))[0] == 1


class TestStrings:
    def test_join(self):
        assert "<&>".join("ab") == "a<&>b"

    def test_fails(self):
        assert "a" == "b", "no <match> & none\nat all"

    @pytest.mark.skip(reason="no data")
    def test_skipped(self):
        pass


@pytest.fixture
def broken():
    raise OSError("no file")


def test_error(broken):
    pass
