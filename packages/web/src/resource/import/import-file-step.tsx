import { type AnyResource, errorMessage, kebab, SpreadsheetError } from '@gantry/core';
import { useId, useState } from 'react';
import { useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Button, TextArea } from '../../ui/index.ts';
import { DropZone } from '../../ui/parts/index.ts';
import { saveRows } from '../transfer/save-file.ts';
import { maxFileBytes, readTable, type Table } from './read-table.ts';

interface FileStepProps {
  readonly resource: AnyResource;
  /** The columns of a template. */
  readonly names: readonly string[];
  readonly onTable: (file: File, table: Table) => void;
}

/** A file that is chosen or dropped, or text that is pasted. */
export function FileStep({ resource, names, onTable }: FileStepProps) {
  const t = useWords();
  const localize = useSay();
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const pasteId = useId();
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxFileBytes) return setProblem(t('resource.import.tooLarge'));
    setBusy(true);
    setProblem('');
    try {
      const table = await readTable(file, resource);
      if (table.rows.length + table.bad.length === 0) setProblem(t('resource.import.emptyFile'));
      else onTable(file, table);
    } catch (error) {
      const reason = error instanceof SpreadsheetError ? localize(error.reason) : errorMessage(error);
      setProblem(t('resource.import.unreadable', { reason }));
    } finally {
      setBusy(false);
    }
  };
  const template = () => saveRows(`${kebab(resource.name)}-template.csv`, [[...names]]);
  return (
    <div className="import-step">
      <DropZone
        title={t('resource.import.drop')}
        hint={t('resource.import.formats')}
        label={t('resource.import.drop')}
        accept=".csv,.xlsx,.tsv,.txt,.json,.ndjson,.jsonl,.yaml,.yml"
        disabled={busy}
        onFiles={([file]) => void read(file)}
      />
      {problem ? (
        <p role="alert" className="problem">
          {problem}
        </p>
      ) : null}
      <label htmlFor={pasteId}>{t('resource.import.paste')}</label>
      <TextArea id={pasteId} className="mono" rows={5} value={pasted} onChange={setPasted} />
      <div className="import-foot">
        <Button type="text" onClick={template}>
          {t('resource.import.template')}
        </Button>
        <Button
          type="primary"
          disabled={pasted.trim() === ''}
          loading={busy}
          onClick={() => void read(new File([pasted], nameOfPasted(pasted)))}
        >
          {t('resource.import.usePaste')}
        </Button>
      </div>
    </div>
  );
}

/** What pasted text looks like decides how it is read. */
function nameOfPasted(text: string): string {
  const start = text.trimStart();
  if (start.startsWith('[') || start.startsWith('{')) return 'pasted.json';
  const [first = ''] = start.split('\n');
  return /[,;\t]/.test(first) ? 'pasted.csv' : 'pasted.txt';
}
