/** What takes longer goes to the background whole. */
const mostCallMs = 10_000;

/** Asks one question after the other; null when that takes longer than a call may. */
export async function askInTime<Q, A>(questions: readonly Q[], ask: (question: Q) => Promise<A>): Promise<A[] | null> {
  const started = performance.now();
  const answers: A[] = [];
  for (const question of questions) {
    if (performance.now() - started > mostCallMs) return null;
    answers.push(await ask(question));
  }
  return answers;
}
