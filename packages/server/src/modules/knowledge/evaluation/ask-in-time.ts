/** What takes longer goes to the background whole. */
const maxCallMs = 10_000;

/** Asks one question after the other; null when that takes longer than a call may. */
export async function runWithinTime<Q, A>(
  questions: readonly Q[],
  prompt: (question: Q) => Promise<A>,
): Promise<A[] | null> {
  const started = performance.now();
  const answers: A[] = [];
  for (const question of questions) {
    if (performance.now() - started > maxCallMs) return null;
    answers.push(await prompt(question));
  }
  return answers;
}
