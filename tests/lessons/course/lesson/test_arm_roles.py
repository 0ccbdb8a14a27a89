"""A colour means one arm in the whole lesson, by the name that its page gives it."""

from lessons.course.asking.measurements import role_of
from lessons.course.lesson.arm_roles import activation_roles, with_roles
from lessons.course.lesson.lesson import Arm, Experiment, Prose
from lessons.format.course import load_course
from tests.lessons.runs.drawing import settings

PAGE = Prose("", {"arm five": "five layers", "arm straight": "five layers"})


def experiment(name, *names, shown=()):
    arms = (Arm(each, settings(model={"name": "MLP", "activation": each})) for each in names)
    return Experiment(name, tuple(arms), 3, shown=shown)


def test_arms_of_one_name_are_drawn_alike_and_arms_of_one_experiment_are_not():
    first, last = with_roles(
        {"a": experiment("a", "five", "relu", shown=("relu",)), "b": experiment("b", "tanh", "straight", "relu")}, PAGE
    ).values()
    assert (role_of(first, "relu"), role_of(first, "five")) == ("arm-1", "arm-2")  # who is watched comes first
    assert [role_of(last, arm) for arm in last.names] == ["arm-3", "arm-2", "arm-1"]
    assert activation_roles([first, last])["tanh"] == "arm-3"


def test_the_arms_of_a_break_keep_their_own_looks_and_nobody_else_has_them():
    (found,) = with_roles({"a": experiment("a", "healthy", "broken", "mended")}, PAGE).values()
    assert found.roles == {"healthy": "healthy", "broken": "broken", "mended": "arm-3"}
    assert activation_roles([found]) == {"mended": "arm-3"}


def test_no_two_arms_of_any_lesson_share_a_look_where_there_are_enough():
    for lesson in load_course().lessons.values():
        for each in lesson.experiments.values():
            assert len(set(each.roles.values())) == len(each.arms)
