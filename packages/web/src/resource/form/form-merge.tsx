import type { AnyResource } from '@gantry/core';
import type { Sides } from '../record/merge.ts';
import { MergeDialog } from './merge-dialog.tsx';
import type { Conflict } from './use-record-form.ts';

/** A form that was perhaps sent after somebody else changed the record. */
interface Merging<Saved> {
  readonly conflict: Conflict | null;
  readonly busy: boolean;
  readonly resolve: (sides: Sides) => Promise<Saved>;
  readonly dropConflict: () => void;
}

interface FormMergeProps<Saved> {
  readonly resource: AnyResource;
  readonly form: Merging<Saved>;
  /** Gets what saving the chosen values gave, a refusal too. */
  readonly onResolved: (saved: Saved) => void;
}

/** Asks whose values stand, as long as the form has a conflict. */
export function FormMerge<Saved>({ resource, form, onResolved }: FormMergeProps<Saved>) {
  if (!form.conflict) return null;
  return (
    <MergeDialog
      resource={resource}
      conflict={form.conflict}
      busy={form.busy}
      onApply={async (sides) => onResolved(await form.resolve(sides))}
      onCancel={form.dropConflict}
    />
  );
}
