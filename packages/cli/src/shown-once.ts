/** What an answer to a write may hold beside its record, this once. */
export const shownOnce = ['secret', 'token', 'temporaryPassword'] as const;
