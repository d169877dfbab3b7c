import { type AnyResource, kebab } from '@gantry/core';
import { useId, useState } from 'react';
import { useFormat } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Button, Progress, TextArea } from '../../ui/index.ts';
import { DropZone } from '../../ui/parts/index.ts';
import { saveRows } from '../transfer/save-file.ts';
import { maxFileBytes } from './read-table.ts';
import type { Reading } from './use-given-file.ts';

interface FileStepProps {
  readonly resource: AnyResource;
  /** The columns of a template. */
  readonly names: readonly string[];
  /** The file that is being read. */
  readonly reading: Reading | null;
  /** Why the last file was not read. */
  readonly problem: string;
  readonly onFile: (file: File) => void;
  /** Cancels the reading. */
  readonly onCancel: () => void;
}

/** A file that is selected or dropped, or text that is pasted. */
export function FileStep({ resource, names, reading, problem, onFile, onCancel }: FileStepProps) {
  const t = useWords();
  const [pasted, setPasted] = useState('');
  const [isTooLarge, setIsTooLarge] = useState(false);
  const pasteId = useId();
  const read = (file: File | undefined) => {
    setIsTooLarge(file !== undefined && file.size > maxFileBytes);
    if (file && file.size <= maxFileBytes) onFile(file);
  };
  const shown = isTooLarge ? t('resource.import.tooLarge') : problem;
  const getTemplate = () => saveRows(`${kebab(resource.name)}-template.csv`, [[...names]]);
  return (
    <div className="import-step">
      <DropZone
        title={t('resource.import.drop')}
        hint={t('resource.import.formats')}
        label={t('resource.import.drop')}
        accept=".csv,.xlsx,.tsv,.txt,.json,.ndjson,.jsonl,.yaml,.yml"
        disabled={reading !== null}
        onFiles={([file]) => read(file)}
      />
      {reading ? <ReadingBar reading={reading} onCancel={onCancel} /> : null}
      {shown ? (
        <p role="alert" className="problem">
          {shown}
        </p>
      ) : null}
      <label htmlFor={pasteId}>{t('resource.import.paste')}</label>
      <TextArea id={pasteId} className="mono" rows={5} value={pasted} onChange={setPasted} />
      <div className="import-foot">
        <Button type="text" onClick={getTemplate}>
          {t('resource.import.template')}
        </Button>
        <Button
          type="primary"
          disabled={pasted.trim() === ''}
          loading={reading !== null}
          onClick={() => read(new File([pasted], guessPastedName(pasted)))}
        >
          {t('resource.import.usePaste')}
        </Button>
      </div>
    </div>
  );
}

/** The progress of reading a file. */
function ReadingBar({ reading, onCancel }: { readonly reading: Reading; readonly onCancel: () => void }) {
  const t = useWords();
  const format = useFormat();
  const words = t('resource.import.reading', { name: reading.name, count: format.number(reading.rows) });
  return (
    <div className="import-reading">
      <p role="status">{words}</p>
      {reading.share === null ? null : <Progress percent={Math.round(reading.share * 100)} aria-label={words} />}
      <Button size="small" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

/** Derives the file format from the look of the pasted text. */
function guessPastedName(text: string): string {
  const start = text.trimStart();
  if (start.startsWith('[') || start.startsWith('{')) return 'pasted.json';
  const [first = ''] = start.split('\n');
  return /[,;\t]/.test(first) ? 'pasted.csv' : 'pasted.txt';
}
