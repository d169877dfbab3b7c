import { Button } from './button.tsx';
import { IconDown } from './icons.ts';
import { MenuButton } from './menu-button.tsx';

interface ChoiceMenuProps {
  /** Accessible name of the menu, also when nothing is selected. */
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | null) => void;
  /** Text of the entry that clears the selection. Without it, one option is always selected. */
  readonly allLabel?: string;
}

/**
 * A menu of a few fixed options. Unlike a select it has no search and no form field, and needs only the code that the page
 * already loads for menus.
 */
export function ChoiceMenu({ label, value, options, onChange, allLabel }: ChoiceMenuProps) {
  const entries = allLabel === undefined ? options : [{ value: null, label: allLabel }, ...options];
  const chosen = options.find((option) => option.value === value);
  return (
    <MenuButton
      label={label}
      items={entries.map((entry) => ({
        // Arco ignores an item with an empty key.
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
