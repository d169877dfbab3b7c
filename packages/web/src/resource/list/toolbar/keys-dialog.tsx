import { type ResourceWordKey, useWords } from '../../../fields/index.ts';
import { Button, Modal, Switch, useReturnFocus } from '../../../ui/index.ts';

const rows: readonly (readonly [readonly string[], ResourceWordKey])[] = [
  [['↑', '↓', 'k', 'j'], 'resource.keys.move'],
  [['PgUp', 'PgDn'], 'resource.keys.leap'],
  [['Home', 'End'], 'resource.keys.ends'],
  [['[', ']'], 'resource.keys.pages'],
  [['Enter'], 'resource.keys.enter'],
  [['←', '→'], 'resource.keys.cells'],
  [['F2', 'Enter'], 'resource.keys.editCell'],
  [['e'], 'resource.keys.edit'],
  [['.'], 'resource.keys.menu'],
  [['Space', '↑', '↓'], 'resource.keys.order'],
  [['x', 'Shift+x'], 'resource.keys.select'],
  [['*'], 'resource.keys.selectAll'],
  [['Esc'], 'resource.keys.escape'],
  [['/'], 'resource.keys.search'],
  [['n'], 'resource.keys.new'],
  [['v'], 'resource.keys.views'],
  [['r'], 'resource.keys.refresh'],
  [['Ctrl+Z', '⌘Z'], 'resource.keys.undo'],
  [['Ctrl+S', '⌘S'], 'resource.keys.save'],
  [['Ctrl+K', '⌘K'], 'resource.keys.palette'],
  [['?'], 'resource.keys.help'],
];

interface KeysDialogProps {
  readonly letters: boolean;
  readonly onLetters: (on: boolean) => void;
  readonly onClose: () => void;
}

/** All shortcuts of a list and its forms, and a switch for the single-letter ones. */
export function KeysDialog({ letters, onLetters, onClose }: KeysDialogProps) {
  useReturnFocus();
  const t = useWords();
  return (
    <Modal
      visible
      title={t('resource.keys.title')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <dl className="keys">
        {rows.map(([keys, words]) => (
          <div key={words}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(words)}</dd>
          </div>
        ))}
      </dl>
      <div className="keys-switch">
        <Switch size="small" label={t('resource.keys.letters')} checked={letters} onChange={onLetters} />
        <span>{t('resource.keys.letters')}</span>
      </div>
    </Modal>
  );
}
