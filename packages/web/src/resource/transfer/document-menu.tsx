import { type DocumentForm, getResourcePath, recordFileName } from '@gantry/core';
import { Can } from '../../app/session/index.ts';
import type { RecordSlotProps } from '../slots.ts';
import { ExportMenu } from './export-menu.tsx';
import { useSavedFile } from './use-export.ts';

const forms = ['md', 'docx'] as const satisfies readonly DocumentForm[];

/** Saves the text of a record as a document. Hidden while the record has no text. */
export function DocumentMenu({ resource, record }: RecordSlotProps) {
  const { received, cancel, run } = useSavedFile();
  const text = resource.document === undefined ? null : record[resource.document];
  if (typeof text !== 'string' || text === '') return null;
  const stem = recordFileName(record[resource.title], text, 'markdown').replace(/\.md$/, '');
  const save = (format: DocumentForm) =>
    void run(getResourcePath(resource.name, 'export'), stem, { format, ids: [record.id] });
  return (
    <Can resource={resource} verb="export">
      <ExportMenu received={received} formats={forms} onPick={save} onCancel={cancel} />
    </Can>
  );
}
