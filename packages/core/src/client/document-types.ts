/** Forms in which a text leaves as a document: that of one record, or a zip that holds one of each. */
export const documentTypes = {
  md: 'text/markdown; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'md.zip': 'application/zip',
  'docx.zip': 'application/zip',
} as const;
export type DocumentForm = keyof typeof documentTypes;
export const documentForms = Object.keys(documentTypes) as readonly DocumentForm[];
