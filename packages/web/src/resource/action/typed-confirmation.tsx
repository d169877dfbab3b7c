import { useWords } from '../../fields/index.ts';
import { TextInput } from '../../ui/index.ts';
import { FormRow } from '../../ui/parts/index.ts';

/** Whether what was typed confirms; grouping of digits and spaces around it make no difference. */
export function isConfirmed(expected: string | null, typed: string): boolean {
  if (expected === null) return true;
  const given = typed.trim();
  return given === expected || (/^\d+$/.test(expected) && given.replace(/[,.\s]/g, '') === expected);
}

interface TypedConfirmationProps {
  /** The name or the number that must be typed. */
  readonly expected: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Asks to type a name or a number before something that cannot be undone. */
export function TypedConfirmation({ expected, typed, onType }: TypedConfirmationProps) {
  const t = useWords();
  return (
    <FormRow label={t('resource.typed.label', { expected })} errors={[]} required>
      {(ids) => <TextInput id={ids.id} value={typed} autoComplete="off" onChange={onType} />}
    </FormRow>
  );
}
