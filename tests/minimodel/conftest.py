import pytest


@pytest.fixture
def torch_in_float64():
    """PyTorch, whose real numbers are float64, as minimodel's are."""
    import torch

    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    yield torch
    torch.set_default_dtype(before)
