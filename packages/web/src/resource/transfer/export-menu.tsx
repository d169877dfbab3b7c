import type { ExportFormat, FileFormat } from '@gantry/core';
import { useFormat } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { IconDownload } from '../../ui/icons.ts';
import { Button, MenuButton } from '../../ui/index.ts';

interface ExportMenuProps<F extends FileFormat> {
  /** Received bytes; null when no download is running. */
  readonly received: number | null;
  /** The available formats, if they differ from those of every table. */
  readonly formats?: readonly F[];
  readonly onPick: (format: F) => void;
  readonly onCancel: () => void;
  readonly size?: 'small' | 'default';
}

/** Formats in the menu of a list. The others are for programs, which use the API or the command line. */
export const menuFormats = ['csv', 'xlsx', 'ndjson'] as const satisfies readonly ExportFormat[];

/** Format names, equal in every language. */
const names: Readonly<Record<FileFormat, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  ndjson: 'NDJSON',
  tsv: 'TSV',
  json: 'JSON',
  yaml: 'YAML',
  md: 'Markdown',
  docx: 'Word',
  'md.zip': 'Markdown (ZIP)',
  'docx.zip': 'Word (ZIP)',
};

/** A menu of file formats. During a download it shows the progress, and a click cancels it. */
export function ExportMenu<F extends FileFormat = ExportFormat>({
  received,
  formats = menuFormats as readonly FileFormat[] as readonly F[],
  onPick,
  onCancel,
  size = 'default',
}: ExportMenuProps<F>) {
  const t = useWords();
  const format = useFormat();
  if (received !== null) {
    return (
      <Button loading size={size} onClick={onCancel} title={t('resource.export.cancel')}>
        {t('resource.export.received', { size: format.bytes(received) })}
      </Button>
    );
  }
  const getItem = (kind: F) => ({
    key: kind,
    label: t('resource.export.as', { form: names[kind] }),
    onSelect: () => onPick(kind),
  });
  return (
    <MenuButton label={t('verb.export')} items={formats.map(getItem)}>
      <Button className="foldable" size={size} icon={<IconDownload />}>
        {t('verb.export')}
      </Button>
    </MenuButton>
  );
}
