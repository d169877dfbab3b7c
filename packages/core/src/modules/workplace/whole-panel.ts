/** Adds empty lists that an older server does not send, so that newer clients can read its panels. */
export function getFullPanel<T>(answer: T): T {
  if (typeof answer !== 'object' || answer === null) return answer;
  const known = 'health' in answer ? { queue: [], services: null, ...answer } : answer;
  if (!('cards' in known) || !Array.isArray(known.cards)) return known;
  return { ...known, cards: known.cards.map((card: object) => ({ notes: [], ...card })) };
}
