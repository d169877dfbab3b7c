/** The forms that `-o` names. */
export const outputForms = ['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml', 'id'] as const;
export type OutputForm = (typeof outputForms)[number];
