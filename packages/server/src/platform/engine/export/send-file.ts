import { Readable } from 'node:stream';
import { type ExportFormat, exportTypes } from '@gantry/core';
import type { FastifyReply } from 'fastify';
import type { FileForms, RecordFile } from './record-file.ts';
import { writeSheet } from './sheet-form.ts';
import { writeCsv, writeJson, writeNdjson, writeTsv, writeYaml } from './text-forms.ts';

const forms: FileForms = {
  csv: writeCsv,
  xlsx: writeSheet,
  ndjson: writeNdjson,
  tsv: writeTsv,
  json: writeJson,
  yaml: writeYaml,
};

/** The bytes of a file of records, to be sent as they are made, with the heads that name it. */
export function createFileStream(reply: FastifyReply, name: string, format: ExportFormat, file: RecordFile): Readable {
  void reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
  void reply.header('cache-control', 'no-store').type(exportTypes[format]);
  return Readable.from(forms[format](file));
}
