import { type ExportFormat, exportFormats } from '@gantry/core';
import { useWords } from '../../fields/index.ts';
import { useFormat } from '../../i18n/index.ts';
import { IconDownload } from '../../ui/icons.ts';
import { Button, MenuButton } from '../../ui/index.ts';

interface ExportMenuProps {
  /** Bytes that have come; null when nothing is on its way. */
  readonly received: number | null;
  readonly onPick: (format: ExportFormat) => void;
  readonly onCancel: () => void;
  readonly size?: 'small' | 'default';
}

/** The forms that a file can have; while one comes, how much of it there is, and a press stops it. */
export function ExportMenu({ received, onPick, onCancel, size = 'default' }: ExportMenuProps) {
  const t = useWords();
  const format = useFormat();
  if (received !== null) {
    return (
      <Button loading size={size} onClick={onCancel} title={t('resource.export.cancel')}>
        {t('resource.export.received', { size: format.bytes(received) })}
      </Button>
    );
  }
  const item = (kind: ExportFormat) => ({
    key: kind,
    label: t(`resource.export.${kind}`),
    onSelect: () => onPick(kind),
  });
  return (
    <MenuButton label={t('verb.export')} items={exportFormats.map(item)}>
      <Button className="foldable" size={size} icon={<IconDownload />}>
        {t('verb.export')}
      </Button>
    </MenuButton>
  );
}
