import type { Migration } from './migration.ts';

/** Messages about PDFs are found by their words, with the index of all messages. */
export const pdfMessageSearchMigration: Migration = {
  id: '0108-pdf-message-search',
  statements: ['{searchView pdf_messages of chat_messages}'],
};
