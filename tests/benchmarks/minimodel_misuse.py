"""Whatever a learner calls wrongly must be answered with a sentence: thousands of random misuses.

    python tests/benchmarks/minimodel_misuse.py [cases for each function] [seed]

A case is an expression from TARGETS and POOLS. It is printed if the answer is NumPy's sentence ("raw"),
Python's about what is inside ("python"), an accident of the explanation ("crash") or a warning.
"""
# ruff: noqa: F401  (what is imported is for the expressions)

import collections
import contextlib
import copy
import io
import itertools
import operator
import os
import random
import re
import resource
import sys
import tempfile
import traceback
import warnings

import numpy as np

import minimodel as mm
from minimodel import Tensor, checkpoint, data, nn, optim, training
from minimodel.lab import ensemble, linearised, probes, replay, tense
from minimodel.nn import functional as F
from minimodel.nn import init

MODEL = "tense.TenseMLP('relu',4)"
NUMPYS = re.compile(
    "operands could|out of bounds for|cannot reshape|ufunc|array element|not understood|be interpreted|"
    "only integer|only length-1|zero-size|tuple index|could not broadcast|object arrays|array of size|non-br|"
    "input types|inhomogeneous|[Cc]annot (be )?cast|dimensions are|too many values|not enough val|>= high|"
    "Maximum allowed|truth value|0-d array|as a data type|out of range|to integer|integer is required"
)
CALLS = re.compile("positional argument|unexpected keyword|required keyword|multiple values|no arguments")
NUMERIC = re.compile("(divide by zero|invalid value|overflow) encountered")
KINDS = (
    ValueError,
    TypeError,
    IndexError,
    RuntimeError,
    KeyError,
    AttributeError,
    OSError,
    AssertionError,
    MemoryError,
)
POOLS = """
t ones() ones(3) ones(2,3) ones(3,2) ones(2,3,4) ones(2,1,3,4) ones(0) ones(0,3) ones(1) ones(60,23) ones(2,0)
 Tensor([1,2,3]) Tensor([[0,1],[1,0]]) Tensor([True,False]) ones(2,3,dtype=np.float32) Tensor([np.nan,1.0])
 Tensor(2.5) Tensor([-1.0,0.0]) Tensor(np.ones((2,3))) ones(5,5)
v None True 'a' 1j 2.5 -1 0 3 10**30 -10**30 10**12 np.nan np.inf [] () {} [[1,2],[3]] [0,1] (0,5) (0,0) [1.5]
 'mean' object() len ... slice(None) slice(0,2,0) slice('a') range(3) np.ones((2,3)) np.ones(0)
 np.array(['a']) np.array([1j]) np.array(None) np.datetime64('2020') [None] [1,'a'] b'a' {1,2} {'a':1}
 np.float32(1) np.array(2) np.ones(3,np.float32) np.ones((3,3,3)) np.array([True,False]) Tensor([7,-9])
 ones(7) ones(2,3) ones() Tensor(1) Tensor([1.5]) ones(0) ones(2,3,dtype=np.float32) Tensor([True])
 np.random.default_rng(0) random.Random(0) nn.ReLU() nn.ReLU nn.Linear(3,2) optim.SGD(params()) [ones(3)]
 iter([ones(3)]) float (lambda:0) -2 (2,-3) [[0,9]] [[1]] 1e300 -0.5 np.int64(1) np.uint8(3) np.array([0,1])
 np.full((2,3),np.nan)
d 0 1 -1 2 -3 7 None (0,1) [0,1] (0,0) (-1,1) () 1.0 '0' True 10**30 np.int64(1) (0,2.0) Tensor(0) [0]
s 2 (2,3) [3,2] 6 (-1,2) (-1,-1) (2,-2) 0 (0,3) (2,2.0) '2' (2,None) 10**12 10**30 (10**6,10**6) () -1
n 0.5 1 0 -1 2.5 np.nan np.inf 10**30 '1' None True [1] Tensor(0.5) 1j np.float32(0.5) -0.5 (1,2) 1e-3
i 1 2 3 0 -1 5 2.0 '3' None 10**30 10**12 True Tensor(2) np.int64(3) [3] (2,3)
b True False 1 0 None 'yes' 2 [] np.bool(True) (0,1)
y float np.float32 'float32' int bool complex str object 'abc' None np.int8 'f8,i4' 3
g np.random.default_rng(0) None 0 'a' np.random.RandomState(0) np.random random.Random(0) len 1.5
l [0,1] [0,9] [-1,0] [0.0,1.0] [[0],[1]] np.zeros(2,int) Tensor([0,1]) [True,False] 0 [] ['a','b'] [0,None]
 np.zeros(60,int) np.full(60,9) np.zeros((2,30),int) None [0,1,0] np.zeros(0,int) 10**30
r 'mean' 'sum' 'none' 'average' None 0 True '' ['mean'] Tensor(1)
x np.ones((60,23)) tense.grid() np.ones((60,22)) np.ones(23) np.ones((0,23)) np.ones((2,30,23)) [['a']] None
 np.full((60,23),np.nan) np.ones((60,23),np.float32) np.ones((60,23),int) ones(60,23) np.ones((3,2,23))
m MODEL nn.Linear(3,2) nn.Linear(23,5) ensemble.Ensemble([MODEL,MODEL]) nn.ReLU() nn.Sequential() nn.Module()
 nn.ReLU len nn.Embedding(5,3) nn.LayerNorm(3) MODEL MODEL
p params() params(None,None) params(np.ones(7)) params('a',None) params(np.ones((2,3)),[1]) [] None [None]
 [{'params':params()}] [{'params':[]}] [{'lr':1}] [{'params':params(),'lr':'a'}] ones(3) params()*2 [params()]
 [ones(2)*2] [Tensor([1])] nn.Linear(3,2) nn.Linear(3,2).parameters() nn.Linear(3,2).named_parameters()
 [ones(0)] nn.Linear(3,2).state_dict() [ones(2),ones(2,dtype=np.float32)] [np.ones(2)]
f (lambda*a:a[0]*2) (lambda*a:a[0].sum()) (lambda*a:1.0) (lambda*a:None) (lambda*a:a[0].data) len None
z MODEL.state_dict() nn.Linear(3,2).state_dict() {} None {'weight':1} {'weight':None,'bias':'a'} [] {1:2}
 {'weight':np.ones((2,2)),'bias':np.ones(2)} nn.Linear(3,2) {'a/b':np.ones(2)} {'a':object()} {'state':1}
 optim.Adam(params()).state_dict() optim.SGD(params(),momentum=0.5).state_dict()
 {'state':{},'param_groups':[]}
w 'a.npz' '/nowhere/at/all' None '' '.' b'a' [] '/proc/self/status' 1.5
e nn.MSELoss() 'adam' optim.SGD None (lambda*a:None) (lambda*a:1.0) (lambda*a:ones(2)) 'mse' nn.MSELoss
"""
TARGETS = """
abs exp log sqrt sin cos tanh sigmoid relu log10 unbind eq|mm.@(<t>); <t>.@(); mm.@(<v>); mm.@(<t>,<v>)
+ - * / ** @ < <= > >= == !=|<t> @ <v>; <v> @ <t>; <t> @ <t>
iadd isub imul itruediv ipow imatmul|operator.@(<t>,<v>); mm.no_grad()(operator.@)(<t>,<v>)
sum mean amax max min argmax argmin logsumexp var std|<t>.@(<d>); <t>.@(<d>,<b>); mm.@(<t>,<d>);
 <t>.@(out=<v>); <t>.@(axis=<d>,keepdims=<b>); mm.@(<v>)
softmax log_softmax gelu|<t>.@(<d>); F.@(<t>,<d>); <t>.@(dim=<d>,keepdim=True); F.@(<v>)
size flatten unsqueeze squeeze tril split chunk round|<t>.@(<d>); mm.@(<v>); mm.@(<t>,<d>);
 <t>.flatten(<d>,<d>)
reshape view transpose permute|<t>.@(<s>); <t>.@(<s>,<s>); <t>.@(<d>,<d>); <t>.@(<d>,<d>,<d>); mm.@(<v>,<s>)
T mT data grad requires_grad|<t>.@; setattr(<t>,'@',<v>)
index|<t>[<v>]; <t>[<d>]; <t>[<v>,<v>]; <t>[<d>,<l>]; mm.no_grad()(Tensor.__setitem__)(<t>,<v>,<v>)
gather|<t>.gather(<d>,<v>); <t>.gather(<d>,<l>); mm.gather(<v>,<d>,<v>)
to write double long item tolist numpy clone detach requires_grad_ backward|<t>.@(); <t>.@(<v>); <t>.@(<y>);
 (<t> * 2).@(<v>)
masked_fill where|<t>.masked_fill(<v>,<n>); mm.where(<v>,<t>,<t>); mm.where(<t>,<v>,<v>)
Tensor|Tensor(<v>); Tensor(<v>,<b>); Tensor(<v>,dtype=<y>); mm.tensor([<v>,<v>]); nn.Parameter(<v>)
float int bool len iter list str repr hash copy.deepcopy range|@(<t>); format(<t>,<v>); <v> in <t>; [1,2][<t>]
concatenate stack cat|mm.@([<t>,<t>],<d>); mm.@(<v>); mm.@([<t>,<v>],<d>); mm.@((<t>,),dim=<d>)
zeros ones rand randn full|mm.@(<s>); mm.@(<s>,<i>); mm.@(<v>); mm.@(<s>,dtype=<y>);
 mm.randn(<s>,generator=<g>); mm.ones_like(<v>)
arange linspace eye randperm|mm.@(<v>); mm.arange(<n>,<n>,<n>); mm.linspace(<n>,<n>,<i>); mm.randperm(<i>,<g>)
randint manual_seed no_grad multinomial from_numpy|mm.randint(<i>,<i>); mm.randint(<i>,<i>,<s>,<g>); mm.@(<v>)
linear|F.linear(<t>,<t>); F.linear(<t>,<t>,<t>); F.linear(<v>,<v>,<v>)
Linear Embedding|nn.@(<i>,<i>); nn.@(<i>,<i>,generator=<g>); nn.@(3,2,dtype=<y>); nn.@(3,2)(<t>);
 nn.@(3,2)(<v>)
LayerNorm Dropout|nn.@(<s>); nn.@(<n>)(<t>); nn.LayerNorm(3,<n>)(<t>); nn.Dropout(<n>,generator=<g>)(<t>)
ReLU Identity Sin Flatten Softmax BatchNorm1d LeakyReLU PReLU GELU|nn.@(<v>)(<t>); nn.@()(<v>);
 nn.@(<d>)(<t>); nn.@(1)(<v>)
Sequential ModuleList|nn.@(<m>); nn.@([<m>,<v>]); nn.@(*[nn.ReLU()])[<d>]; nn.@().append(<v>); nn.@()(<t>)
Module|<m>(<t>); <m>(<v>); <m>.train(<v>); <m>.register_buffer('b',<v>); <m>.load_state_dict(<z>,<b>)
CrossEntropyLoss BCEWithLogitsLoss MSELoss|nn.@()(<t>,<l>); nn.@(<r>)(<t>,<t>); nn.@()(<v>,<v>);
 nn.@()(<t>,<v>)
one_hot|F.@(<l>); F.@(<v>,<i>); F.dropout(<v>,<n>,<b>)
zeros_ constant_ uniform_ normal_ kaiming_uniform_ kaiming_normal_ xavier_uniform_ xavier_normal_|init.@(<t>);
 init.@(<t>,<n>); init.@(<v>); init.@(<t>,generator=<g>); init.uniform_(<t>,<n>,<n>,<g>)
SGD Adam AdamW|optim.@(<p>).step(); optim.@(params(),<n>).step(); optim.@(<v>);
 optim.@(params(),weight_decay=<v>); optim.Adam(params(),betas=<v>).step();
 optim.@(params()).load_state_dict(<z>); nn.utils.clip_grad_norm_(<p>,<n>)
data|next(data.batches(<x>,<l>,<i>,<g>),0); next(data.batches(<v>,<v>),0); data.as_input(<v>)
train|next(training.train(<m>,<x>,<l>,optim.SGD(params()),<i>),0);
 next(training.train(MODEL,<x>,<l>,<v>,2),0);
 next(replay.train(MODEL,tense.grid(),<l>,optim.SGD(params()),<i>,<e>),0)
Ensemble|ensemble.@(<v>); ensemble.@([<m>,<m>]); ensemble.@([MODEL])(<x>); ensemble.@([MODEL]).member(<v>);
 next(ensemble.train_ensemble([MODEL],<x>,<l>,<e>,<i>),0); next(replay.train_ensemble(<v>,<x>,<l>,<e>,3),0)
tense|tense.english(<i>,<i>,<i>); tense.cells(<v>); tense.grid(<y>); tense.encode(<v>);
 tense.split('triples',<v>); tense.TenseMLP(<v>); tense.TenseMLP('relu',<i>,generator=<g>,dtype=<y>);
 tense.encode([[<i>,<i>]])
linearised|linearised.ntk_features(<m>,<x>); linearised.linearisation_gap(MODEL,<m>,<x>)
outputs dead_units accuracy gradient_norms hardest_examples confusion_counts|probes.@(<m>,<x>,<l>);
 probes.@(MODEL,tense.grid(),<l>); probes.@(MODEL,tense.grid(),np.zeros(60,int),<i>); probes.norm(<v>)
gradcheck|mm.@(<f>,<t>); mm.@(<f>,[<v>]); mm.@(<v>,<v>); mm.@(<f>,ones(2),step=<n>,atol=<v>)
checkpoint|@.save(<w>,<m>); @.save('b',<z>); @.load(<w>); @.save(<w>,<v>); @.save('b',{<v>: <v>})
"""


def ones(*shape, dtype=float):
    """Want a gradient."""
    return Tensor(np.ones(shape), True, dtype=dtype)


def params(*grads):
    """Two parameters with these gradients, or with good ones."""
    both = [ones(2, 3), ones(4)]
    for p, grad in zip(both, grads or (np.ones((2, 3)), np.ones(4)), strict=False):
        p.grad = grad
    return both


def cases(each, seed):
    """(name, expression), `each` times for every name of TARGETS."""
    chance, pools, lines = random.Random(seed), POOLS.strip(), TARGETS.strip()
    pools = {line[0]: line[2:].split() for line in re.sub("\n ", " ", pools).split("\n")}
    for line in re.sub("\n ", " ", lines).split("\n"):
        names, templates = line.split("|")
        for name in names.split():
            for template in itertools.islice(itertools.cycle(templates.split(";")), each):
                found = re.sub("@(?! <)" if name == "@" else "@", name, template.strip())
                for slot in re.findall("<([a-z])>", found):
                    own = slot if slot in "tmw" or chance.random() < 0.65 else "v"
                    found = found.replace(f"<{slot}>", chance.choice(pools[own]), 1)
                yield name, found.replace("MODEL", MODEL)


def outcome(expression):
    """How a misuse is answered, and with what words."""
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("error")
            value = eval(expression, globals())
        return "result", type(value).__name__
    except Warning as warning:
        return ("numeric" if NUMERIC.search(str(warning)) else "warning"), str(warning)
    except BaseException as error:
        said, last = f"{type(error).__name__}: {error}", traceback.extract_tb(error.__traceback__)[-1]
        file, spoken = last.filename, (last.line or "").startswith("raise")
        if file.endswith(("explain.py", "answers.py")) and not spoken and not CALLS.search(said):
            return "crash", said
        if not isinstance(error, KINDS) or NUMPYS.search(said) or "/numpy/" in file:
            return "raw", said
        return ("words" if spoken or file.startswith("<") or CALLS.search(said) else "python"), said


def main(each=160, seed=0):
    """Print how many misuses are answered how, and one of each kind that is not answered well."""
    os.chdir(tempfile.mkdtemp())
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))  # what is too large shall fail, not swap
    counts, found = collections.Counter(), {}
    for name, expression in cases(each, seed):
        how, said = outcome(expression)
        counts[how] += 1
        if how not in {"result", "words", "numeric"}:
            found.setdefault((how, name, re.sub(r"[\d(),]+", "#", said)[:60]), (expression, said))
    for (how, name, _), (expression, said) in sorted(found.items()):
        print(f"{how:7} {name:12} {expression}\n        {said[:150]}")
    print(*(f"{how} {count}" for how, count in counts.most_common()), f"distinct {len(found)}", sep="  ")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
