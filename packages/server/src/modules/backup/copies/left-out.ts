/** Uploads and exports that are not whole, and zips of bases, which are gigabytes and can be made again. */
const passing = "sha256 is null or format = 'zip'";

/** Rows that backups do without: by table, the condition that both databases read. Parts come before what they are of. */
export const leftOut: Readonly<Record<string, string>> = {
  document_parts: `document_id in (select id from documents where ${passing})`,
  documents: passing,
};
