import { Button } from './button.tsx';
import { IconDown } from './icons.ts';
import { MenuButton } from './menu-button.tsx';

interface ChoiceMenuProps {
  /** Names the choice, also when nothing is chosen. */
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | null) => void;
  /** The text of an entry that chooses nothing. Without it one of the options is always chosen. */
  readonly allLabel?: string;
}

/**
 * A choice of a few fixed options in a menu. Unlike a select it has no search and no form field, and needs only what
 * the page loads for its menus.
 */
export function ChoiceMenu({ label, value, options, onChange, allLabel }: ChoiceMenuProps) {
  const entries = allLabel === undefined ? options : [{ value: null, label: allLabel }, ...options];
  const chosen = options.find((option) => option.value === value);
  return (
    <MenuButton
      label={label}
      items={entries.map((entry) => ({
        // Arco ignores an item whose key is empty.
        key: entry.value ?? '(all)',
        label: entry.label,
        checked: entry.value === value,
        onSelect: () => onChange(entry.value),
      }))}
    >
      <Button size="small" aria-label={`${label}: ${chosen?.label ?? allLabel ?? ''}`}>
        {chosen?.label ?? label}
        <IconDown />
      </Button>
    </MenuButton>
  );
}
