import { useWords } from '../../fields/index.ts';
import { TextInput } from '../../ui/index.ts';
import { FormRow } from '../../ui/parts/index.ts';

/** Whether the typed text confirms. Digit grouping and surrounding spaces are ignored. */
export function isConfirmed(expected: string | null, typed: string): boolean {
  if (expected === null) return true;
  const given = typed.trim();
  return given === expected || (/^\d+$/.test(expected) && given.replace(/[,.\s]/g, '') === expected);
}

interface TypedConfirmationProps {
  /** The name or number that must be typed. */
  readonly expected: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Requires a name or number to be typed before an irreversible action. */
export function TypedConfirmation({ expected, typed, onType }: TypedConfirmationProps) {
  const t = useWords();
  return (
    <FormRow label={t('resource.typed.label', { expected })} errors={[]} required>
      {(ids) => <TextInput id={ids.id} value={typed} autoComplete="off" onChange={onType} />}
    </FormRow>
  );
}
