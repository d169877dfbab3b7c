/** An answer of a panel with nothing in the lists that a server of before does not know: who is newer than it can still read it. */
export function getFullPanel<T>(answer: T): T {
  if (typeof answer !== 'object' || answer === null) return answer;
  const known = 'health' in answer ? { queue: [], services: null, ...answer } : answer;
  if (!('cards' in known) || !Array.isArray(known.cards)) return known;
  return { ...known, cards: known.cards.map((card: object) => ({ notes: [], ...card })) };
}
