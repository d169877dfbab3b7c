/** Incomplete uploads and exports, and zip exports of knowledge bases, which are large and can be created again. */
const passing = "sha256 is null or format = 'zip'";

/** Rows that backups do without: by table, the condition that both databases read. Parts come before what they are of. */
export const excludedRows: Readonly<Record<string, string>> = {
  document_parts: `document_id in (select id from documents where ${passing})`,
  documents: passing,
};
