"""Prompts as a teacher would write them, for each metric in both languages: none of them is refused for its words."""

import pytest

from lessons.check.pages import PageFile
from lessons.check.questions import LocatedQuestion, vocabulary, wrong_prompt
from lessons.course.lesson.lesson import Prose, Question
from lessons.course.lesson.metric import metric_of
from tests.lessons.check.known import a_lesson, experiment

HONEST = {
    "train_accuracy": ("How accurate is it on its training set?", "¿Qué parte del conjunto de entrenamiento acierta?"),
    "val_accuracy": ("What accuracy does it reach on the test set?", "¿Qué exactitud alcanza en los datos de prueba?"),
    "final_loss": ("How large is the cross-entropy in the end?", "¿Cuánto vale la entropía cruzada al final?"),
    "val_loss": ("How high is its validation loss?", "¿Cuánto vale la pérdida de validación?"),
    "steps_to_loss": ("Which of the two gets there sooner?", "¿Cuál de los dos llega antes?"),
    "curve": ("What does its curve do?", "¿Qué hace su curva?"),
    "loss_difference": ("How far apart do the losses get?", "¿Cuánto llegan a separarse las pérdidas?"),
    "solved": ("How many of the starts learn XOR?", "¿Cuántos de los comienzos aprenden XOR?"),
    "baseline": ("How much does the most frequent answer get?", "¿Cuánto acierta la respuesta más frecuente?"),
    "ceiling": ("What is the highest accuracy possible?", "¿Cuál es la mayor exactitud posible?"),
    "gradient_norm": ("How large is the derivative?", "¿Cómo es de grande la derivada?"),
    "gradient_zeros": ("What share of the gradient is exactly 0?", "¿Qué parte del gradiente es exactamente 0?"),
    "weight_norm": ("How big are the weights?", "¿Cómo son de pequeños los pesos?"),
    "weight_movement": ("How far do the weights travel?", "¿Qué distancia recorren los pesos?"),
    "feature_movement": ("How much do the activations change?", "¿Cuánto cambian las activaciones?"),
    "linearisation_gap": ("How far is it from its linearisation?", "¿Cuánto se aleja de su linealización?"),
    "dead_units": ("How many units never fire?", "¿Cuántas unidades no se activan nunca?"),
    "largest_hidden": ("How large is the largest activation?", "¿Cuánto vale la mayor activación?"),
    "negative_slopes": ("How many slopes are negative?", "¿Cuántas pendientes son negativas?"),
    "least_slope": ("What is the smallest derivative?", "¿Cuál es la derivada más pequeña?"),
    "pieces": ("How many kinks does it have?", "¿Cuántos segmentos tiene?"),
    "separable": ("Are the classes linearly separable?", "¿Son separables las clases?"),
    "rank_w2w1": ("What is the rank of the product?", "¿Qué rango tiene el producto?"),
    "shape_w2w1": ("What shape does the product have?", "¿Qué forma tiene el producto?"),
    "interaction_gap": ("How strong is the interaction?", "¿Cómo es de fuerte la interacción?"),
    "nearest_alike": ("Does the nearest verb take the same tense?", "¿Lleva el mismo tiempo el verbo más cercano?"),
    "gradcheck_error": ("How wrong is the gradient?", "¿Cuánto se equivoca el gradiente?"),
    "train_error": ("How far from the points does it pass?", "¿A qué distancia de los puntos pasa?"),
    "val_error": ("How far off is it between the points?", "¿Cuánto se desvía entre los puntos?"),
    "labelings": ("In how many colors can you paint them?", "¿De cuántas maneras se pueden pintar?"),
    "parameter_mean": ("How large is the bias?", "¿Cuánto vale el sesgo?"),
    "sureness": ("How certain is it?", "¿Con qué probabilidad responde?"),
    "first_loss": ("What is the loss of the untrained network?", "¿Qué pérdida tiene la red sin entrenar?"),
    "first_gradient": ("How strong is the very first gradient?", "¿Cómo es el primer gradiente?"),
    "classes_used": ("How many classes does it ever choose?", "¿Cuántas clases llega a elegir?"),
    "parameters": ("How many weights are trained?", "¿Cuántos pesos se entrenan?"),
    "renamed_accuracy": ("How many are right once its answers are permuted?", "¿Cuántas acierta si se permutan las respuestas?"),
    "alone_accuracy": ("With a batch of one, how many are right?", "Con lotes de una fila, ¿cuántas acierta?"),
    "outputs_apart": ("By how much do the outputs differ?", "¿En cuánto difieren las salidas?"),
    "above_baseline": ("How much better is it than the majority answer?", "¿Cuánto mejora a la respuesta mayoritaria?"),
    "midpoint": ("How accurate is the average of the two?", "¿Qué exactitud tiene la media de las dos?"),
    "largest_error": ("How large is the worst error?", "¿Cuánto vale el peor error?"),
    "pruned_accuracy": ("How accurate is it once pruned?", "¿Qué exactitud queda después de podar?"),
    "flipped": ("How many rows can you fool it on?", "¿Con cuántas filas se le puede engañar?"),
    "flipped_at_random": ("How many answers change?", "¿Cuántas respuestas cambian?"),
    "row_share": ("How much of row 3 does it give?", "¿Qué parte de la fila 3 da?"),
    "output_spread": ("How much do the scores vary?", "¿Cuánto varían las puntuaciones?"),
    "sparsity": ("How many units are silent?", "¿Cuántas unidades callan?"),
}  # fmt: skip


@pytest.mark.parametrize("metric", HONEST)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_prompt_in_the_words_of_the_field_is_not_refused(metric, language):
    assert metric_of(metric)
    question = Question("q", "number", "e", metric, "broken")
    text = HONEST[metric][language == "es"]
    page = PageFile(a_lesson(question, prose={language: Prose("", {"predict q": text})}), language)
    assert wrong_prompt(page, "predict q", LocatedQuestion(question, experiment("broken"), "predict")) == ""


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
        page = PageFile(a_lesson(question, prose={"en": Prose("", {"predict q": text})}), "en")
        assert "has no word for it" in wrong_prompt(
            page, "predict q", LocatedQuestion(question, experiment("broken"), "predict")
        )
