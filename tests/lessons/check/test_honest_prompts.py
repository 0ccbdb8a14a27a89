"""Prompts as a teacher would write them, for each metric in both languages: none of them is refused for its words."""

import pytest

from lessons.check.pages import Page
from lessons.check.questions import Asked, vocabulary, wrong_prompt
from lessons.course.lesson import Prose, Question
from lessons.course.vocabulary import metric_of
from tests.lessons.check.known import a_lesson, experiment

HONEST = {
    "train_accuracy": ("How accurate is it on its training set?", "¿Qué parte del conjunto de entrenamiento acierta?"),
    "val_accuracy": ("What accuracy does it reach on the test set?", "¿Qué exactitud alcanza en los datos de prueba?"),
    "final_loss": ("How large is the cross-entropy in the end?", "¿Cuánto vale la entropía cruzada al final?"),
    "steps_to_loss": ("Which of the two gets there sooner?", "¿Cuál de los dos llega antes?"),
    "gradient_norm": ("How large is the derivative?", "¿Cómo es de grande la derivada?"),
    "gradient_zeros": ("What share of the gradient is exactly 0?", "¿Qué parte del gradiente es exactamente 0?"),
    "weight_norm": ("How big are the weights?", "¿Cómo son de pequeños los pesos?"),
    "dead_units": ("How many units never fire?", "¿Cuántas unidades no se activan nunca?"),
    "pieces": ("How many kinks does it have?", "¿Cuántos segmentos tiene?"),
    "separable": ("Are the classes linearly separable?", "¿Son separables las clases?"),
    "rank_w2w1": ("What is the rank of the product?", "¿Qué rango tiene el producto?"),
    "train_error": ("How far from the points does it pass?", "¿A qué distancia de los puntos pasa?"),
    "labelings": ("In how many colors can you paint them?", "¿De cuántas maneras se pueden pintar?"),
    "sureness": ("How certain is it?", "¿Con qué probabilidad responde?"),
}  # fmt: skip


@pytest.mark.parametrize("metric", HONEST)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_prompt_in_the_words_of_the_field_is_not_refused(metric, language):
    assert metric_of(metric)
    question = Question("q", "number", "e", metric, "broken")
    text = HONEST[metric][language == "es"]
    page = Page(a_lesson(question, prose={language: Prose("", {"predict q": text})}), language)
    assert wrong_prompt(page, "predict q", Asked(question, experiment("broken"), "predict")) == ""


def test_a_prompt_of_another_metric_still_is():
    assert set(HONEST) <= set(vocabulary()["metrics"])
    for metric, text in {
        "final_loss": "How many rows does it get right?",
        "val_accuracy": "How large is the loss?",
        "steps_to_loss_0.1": "How large are the weights?",
        "dead_units": "What is the loss?",
        "gradient_norm": "How many rows are right?",
        "weight_norm": "What is its accuracy?",
        "rank_w2w1": "How large is the gradient?",
        "sureness": "What is its accuracy?",
        "parameter_mean": "How large is the loss?",
    }.items():
        question = Question("q", "number", "e", metric, "broken")
        page = Page(a_lesson(question, prose={"en": Prose("", {"predict q": text})}), "en")
        assert "has no word for it" in wrong_prompt(page, "predict q", Asked(question, experiment("broken"), "predict"))
