import type { Migration } from './migration.ts';

/**
 * PDFs whose pages are read by OCR: how each is read, what was agreed for its pages and what of that is paid. Pages that OCR has
 * read wait beside the document until it is through with all of them, so that a try after a failure asks for none twice.
 */
export const pdfOcrMigration: Migration = {
  id: '0056-pdf-ocr',
  statements: [
    `alter table "pdf_docs" add column "parse_mode" text not null default 'text'`,
    'alter table "pdf_docs" add column "scanned_pages" bigint',
    'alter table "pdf_docs" add column "ocr_pages" bigint',
    'alter table "pdf_docs" add column ocr_planned bigint not null default 0',
    'alter table "pdf_docs" add column ocr_paid bigint not null default 0',
    'alter table "pdf_docs" add column ocr_price bigint not null default 0',
    'alter table "pdf_docs" add column waived integer not null default 0',
    // Handed in for nothing: until now that showed in what was held alone.
    'update "pdf_docs" set waived = 1 where "amount" = 0 and coalesce(free_pages, 0) = 0',
    'create index "pdf_docs_parse_mode" on "pdf_docs" ("parse_mode", "id")',
    `create table pdf_ocr_pages (
      doc_id bigint not null, page bigint not null, content text, primary key (doc_id, page)
    )`,
  ],
};
