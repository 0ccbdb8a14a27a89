"""Attention: who looks at whom, and the mean of what they see there."""

import math
from functools import partial
from typing import Any

import numpy as np

from .. import errors, operations
from ..dtypes import as_numbers
from ..operations import Array
from ..tensor import Tensor, apply
from . import init
from .dropout import Dropout
from .linear import Linear
from .module import Module, Parameter
from .normalization import LayerNorm


def attention_weights(
    query: Tensor, key: Tensor, blocked: Array, scale: float | None = None
) -> Tensor:
    """softmax(query keyᵀ / √d): how much each query looks at each key.

    Shapes: query (..., T, d), key (..., S, d) -> (..., T, S), rows that
    add up to 1. `blocked` is True where a query must not look; one that
    may look nowhere gets NaN. Source: Vaswani et al., 2017.
    """
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = query @ key.mT
    scores = scores * scale
    if blocked.any():
        scores = scores.masked_fill(blocked, -math.inf)
    return scores.softmax(-1)


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Any = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
) -> Tensor:
    """attention_weights @ value: each query's mean of the values.

    Shapes: value (..., S, v) -> (..., T, v). attn_mask is True where a
    query *may* look (in MultiheadAttention it is the other way), or 0
    there and -∞ elsewhere. is_causal lets it look at its own place and
    those before. Where it may look nowhere PyTorch has 0, and this NaN.
    """
    blocked = blocks(attn_mask, False)
    if is_causal:
        blocked = blocked | (np.tri(query.shape[-2], key.shape[-2]) == 0)
    weights = attention_weights(query, key, blocked, scale)
    return Dropout(dropout_p)(weights) @ value


def blocks(mask: Any, word: bool) -> Array:
    """Return True where a mask says this word, or is -∞."""
    array = np.atleast_1d(
        as_numbers(mask if mask is not None else not word)
    )
    if array.dtype.kind == "b":
        return array == word
    if not np.all((array == 0) | (array == -np.inf)):
        raise errors.ValueError(
            "A mask is of True and False, or of 0 and -∞. Add other "
            "numbers to the scores: (q @ k.mT / d**0.5 + mask).softmax()."
        )
    return array < 0


class MultiheadAttention(Module):
    """Attention in heads, each of d = embed_dim/num_heads of D numbers.

    Shapes: query (T, B, D), key and value (S, B, D) -> the output,
    (T, B, D), and the weights, (B, T, S): means over the heads, unless
    average_attn_weights is False. batch_first has (B, T, D). One weight,
    (3D, D), makes queries, keys and values of what is given. Masks are
    True where one must *not* look: attn_mask (T, S) or (B·heads, T, S),
    key_padding_mask (B, S). Source: Vaswani et al., 2017.
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        *,
        batch_first: bool = False,
        generator: Any = None,
        dtype: Any = np.float64,
    ) -> None:
        super().__init__()
        if num_heads < 1 or embed_dim % num_heads:
            raise errors.ValueError(
                f"{num_heads} heads do not share {embed_dim} numbers."
            )
        self.num_heads, self.batch_first = num_heads, batch_first
        zeros = np.zeros((3 * embed_dim, embed_dim), dtype)
        self.in_proj_weight = Parameter(zeros)
        init.xavier_uniform_(self.in_proj_weight, generator=generator)
        self.in_proj_bias = Parameter(zeros[:, 0])
        drawn: Any = {"generator": generator, "dtype": dtype}
        self.out_proj = Linear(embed_dim, embed_dim, **drawn)
        self.dropout = Dropout(dropout, generator=generator)

    def forward(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Any = None,
        need_weights: bool = True,
        attn_mask: Any = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> Any:
        if is_causal and attn_mask is None:
            raise errors.ValueError(
                "is_causal=True masks nothing by itself: give the mask, "
                "such as triu(ones(T, T), 1) > 0."
            )
        parts = self.in_proj_weight.chunk(3, -2)
        biases = self.in_proj_bias.chunk(3, -1)
        q, k, v = (
            self.heads(apply(operations.linear, self.turned(x), *part))
            for x, *part in zip((query, key, value), parts, biases)
        )
        blocked = blocks(attn_mask, True)
        if blocked.ndim == 3:
            blocked = blocked.reshape(*q.shape[:-1], k.shape[-2])
        pads = blocks(key_padding_mask, True)[..., None, None, :]
        weights = attention_weights(q, k, blocked | pads)
        y = self.joined(self.dropout(weights) @ v)
        y = self.turned(self.out_proj(y))
        if average_attn_weights:
            weights = weights.mean(-3)
        return y, weights if need_weights else None

    def heads(self, x: Tensor) -> Tensor:
        """Cut each place's numbers into heads: (..., heads, T, d)."""
        return heads_turned(x.reshape(*x.shape[:-1], self.num_heads, -1))

    def joined(self, y: Tensor) -> Tensor:
        """Lay what the heads found side by side again: (..., T, D)."""
        return heads_turned(y).flatten(-2)

    def turned(self, x: Tensor) -> Tensor:
        """Put the batch first, and back."""
        return x if self.batch_first or x.ndim < 3 else x.swapaxes(-3, -2)


def heads_turned(x: Tensor) -> Tensor:
    """Turn (..., T, heads, d) into (..., heads, T, d), and back."""
    return x.swapaxes(-3, -2)


class TransformerEncoderLayer(Module):
    """Attention to each other, then a network for each; both add to x.

    norm1(x + attention(x)), then norm2(x + feed_forward(x)); norm_first
    has x + attention(norm1(x)), then x + feed_forward(norm2(x)). Shapes
    and masks are MultiheadAttention's. activation is "relu", "gelu" (the
    exact one) or a function.
    Source: Vaswani et al., 2017; norm_first: Xiong et al., 2020.
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = "relu",
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        *,
        generator: Any = None,
        dtype: Any = np.float64,
    ) -> None:
        super().__init__()
        if activation not in ("relu", "gelu") and not callable(activation):
            raise errors.ValueError(
                f'activation is "relu", "gelu" or a function, and not '
                f"{activation!r:.40}."
            )
        drawn: Any = {"generator": generator, "dtype": dtype}
        self.self_attn = MultiheadAttention(
            d_model, nhead, dropout, batch_first=batch_first, **drawn
        )
        self.linear1 = Linear(d_model, dim_feedforward, **drawn)
        self.linear2 = Linear(dim_feedforward, d_model, **drawn)
        self.norm1 = LayerNorm(d_model, layer_norm_eps, dtype=dtype)
        self.norm2 = LayerNorm(d_model, layer_norm_eps, dtype=dtype)
        self.dropout = Dropout(dropout, generator=generator)
        self.activation, self.norm_first = activation, norm_first

    def forward(
        self,
        src: Tensor,
        src_mask: Any = None,
        src_key_padding_mask: Any = None,
        is_causal: bool = False,
    ) -> Tensor:
        masks = src_key_padding_mask, False, src_mask, False, is_causal

        def attention(x: Tensor) -> Tensor:
            return self.dropout(self.self_attn(x, x, x, *masks)[0])

        if self.norm_first:
            x = src + attention(self.norm1(src))
            return x + self.feed_forward(self.norm2(x))
        x = self.norm1(src + attention(src))
        return self.norm2(x + self.feed_forward(x))

    def feed_forward(self, x: Tensor) -> Tensor:
        """Return what each place makes of its own numbers."""
        exact = partial(Tensor.gelu, approximate="none")
        named: Any = {"relu": Tensor.relu, "gelu": exact}
        bend = named.get(self.activation, self.activation)
        hidden = self.dropout(bend(self.linear1(x)))
        return self.dropout(self.linear2(hidden))
