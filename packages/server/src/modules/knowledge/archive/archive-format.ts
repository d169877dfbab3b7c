/** What a manifest says that it is; a later form of it has the next number. */
export const archiveKind = 'gantry-knowledge-base';
export const archiveVersion = 1;

/** Entries of an archive beside the documents. */
export const archiveFiles = {
  manifest: 'manifest.json',
  chunks: 'chunks.csv',
  questions: 'golden-questions.csv',
} as const;

/** Columns of the chunks; `document` is the number of the document in the manifest, lists are JSON. */
export const chunkColumns = [
  'document',
  'seq',
  'title',
  'content',
  'answer',
  'questions',
  'keywords',
  'enabled',
  'edited',
  'spanStart',
  'spanEnd',
  'tokens',
] as const;

/** Columns of golden questions; `chunks` is JSON: the document and place of each expected chunk. */
export const questionColumns = ['question', 'chunks', 'note'] as const;

/** What is told of the base itself. Its models are told by name, since numbers differ between servers. */
export const baseFields = [
  'name',
  'description',
  'visibility',
  'searchMode',
  'vectorWeight',
  'fusion',
  'rankConstant',
  'topK',
  'scoreMin',
  'chunkMode',
  'delimiter',
  'chunkTokens',
  'overlapTokens',
  'cleanSpaces',
  'stripUrls',
] as const;

/** What is told of each document. */
export const documentFields = [
  'name',
  'source',
  'format',
  'url',
  'enabled',
  'archived',
  'ruleMode',
  'chunkMode',
  'delimiter',
  'chunkTokens',
  'overlapTokens',
  'cleanSpaces',
  'stripUrls',
] as const;
