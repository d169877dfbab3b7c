import {
  assertDone,
  getError,
  ResponseError,
  type SettingsGroup,
  type SettingsGroupAnswer,
  settingsCalls,
} from '@gantry/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCalls, useWords } from '../../../fields/index.ts';
import { usePress } from '../../../resource/action/use-press.ts';
import { isSame } from '../../../resource/record/merge.ts';
import { Button, useToast } from '../../../ui/index.ts';
import { useSay } from '../../i18n/index.ts';
import { StepUpCancelled, useStepUp } from '../../session/index.ts';

interface PutBackProps {
  readonly page: string;
  readonly name: string;
  readonly group: SettingsGroup;
  /** The group as it is now. */
  readonly saved: SettingsGroupAnswer;
  readonly field: string;
  /** What the field was. */
  readonly value: unknown;
  readonly onDone: () => Promise<unknown>;
}

/** Puts one setting back to what it was and leaves the rest of its group as it is; a secret, which nobody can read, stays. */
export function PutBack({ page, name, group, saved, field: key, value, onDone }: PutBackProps) {
  const t = useWords();
  const localize = useSay();
  const calls = useCalls();
  const stepUp = useStepUp();
  const toast = useToast();
  const queries = useQueryClient();
  const field = group.fields[key];
  const now = saved.values[key] ?? null;
  const words = { name: field ? localize(field.label) : key };
  const write = async (given: unknown, version: number, idempotencyKey: string) => {
    const body = { page, group: name, version, values: { [key]: given } };
    const options = { idempotencyKey };
    const reload = async () => {
      await onDone();
      await queries.invalidateQueries({ queryKey: ['settings-history', page, name] });
    };
    try {
      const call = () => calls.call<SettingsGroupAnswer>(settingsCalls.settingsSave.path, body, options);
      const written = assertDone(await stepUp(call));
      await reload();
      return written;
    } catch (error) {
      // Somebody was quicker: what they made of it is shown before one tries again.
      if (error instanceof ResponseError && error.code === getError('conflict').code) await reload();
      throw error;
    }
  };
  const again = usePress(async (idempotencyKey) => {
    const written = await write(value, saved.version, idempotencyKey);
    const undo = () => {
      const failed = (error: Error) => {
        if (!(error instanceof StepUpCancelled)) toast.error(error.message);
      };
      void write(now, written.version, `${idempotencyKey}-undo`).catch(failed);
    };
    toast.success(t('resource.settings.restoreDone', words), { label: t('resource.undo.undo'), run: undo });
  });
  if (!field || field.kind === 'secret' || field.write === 'never' || isSame(now, value)) return null;
  return (
    <Button
      size="mini"
      className="put-back"
      loading={again.busy}
      aria-label={t('resource.settings.returnWorker', words)}
      onClick={again.press}
    >
      {t('resource.settings.restoreShort')}
    </Button>
  );
}
