import { useWords } from '../../fields/index.ts';
import { IconCopy, IconDownload, IconPrinter } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { useCopy } from '../../ui/parts/index.ts';
import { saveBlob } from '../transfer/save-file.ts';

/** Formats plain values one per line, with their names if there are several; nested values as JSON. */
export function formatAnswer(answer: unknown): string {
  if (answer === null || typeof answer !== 'object') return String(answer ?? '');
  const entries = Object.entries(answer);
  const isFlat = !Array.isArray(answer) && entries.every(([, value]) => value === null || typeof value !== 'object');
  if (!isFlat) return JSON.stringify(answer, null, 2);
  const [only] = entries;
  if (entries.length === 1) return String(only?.[1] ?? '');
  return entries.map(([name, value]) => `${name}: ${String(value ?? '')}`).join('\n');
}

interface AnswerToolsProps {
  readonly answer: unknown;
  /** File name without its extension. */
  readonly name: string;
}

/** Buttons that copy, save or print the result of an action. */
export function AnswerTools({ answer, name }: AnswerToolsProps) {
  const t = useWords();
  const copy = useCopy();
  const text = formatAnswer(answer);
  if (text === '') return null;
  const save = () =>
    saveBlob(`${name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.txt`, new Blob([`${text}\n`], { type: 'text/plain' }));
  return (
    <>
      <Button icon={<IconCopy />} onClick={() => void copy(text)}>
        {t('common.copy')}
      </Button>
      <Button icon={<IconDownload />} onClick={save}>
        {t('resource.saveText')}
      </Button>
      <Button icon={<IconPrinter />} onClick={() => window.print()}>
        {t('resource.print')}
      </Button>
    </>
  );
}
