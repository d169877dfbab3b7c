import {
  daysBeyondMonths,
  monthlyPeriodsOf,
  type PlanDuration,
  type SettingsAnswer,
  settingsCalls,
} from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useCalls, useWords } from '../../fields/index.ts';
import type { ConfirmationSlotProps, Slots } from '../../resource/slots.ts';
import { Alert } from '../../ui/index.ts';

const hasMonthly = (quotas: unknown) =>
  Array.isArray(quotas) && quotas.some((one: { readonly period?: unknown } | null) => one?.period === 'month');

function getDuration({ durationUnit, durationValue }: ConfirmationSlotProps['values']): PlanDuration | null {
  if (typeof durationUnit !== 'string') return null;
  if (durationUnit !== 'forever' && !(typeof durationValue === 'number' && durationValue > 0)) return null;
  return { durationUnit: durationUnit as PlanDuration['durationUnit'], durationValue: Number(durationValue) };
}

/** How many monthly quota periods a purchase of the plan pays for, with a warning where months and its term do not match. */
function PlanPeriods({ values }: ConfirmationSlotProps) {
  const duration = getDuration(values);
  return duration && hasMonthly(values.quotas) ? <Periods duration={duration} /> : null;
}

function Periods({ duration }: { readonly duration: PlanDuration }) {
  const t = useWords();
  const calls = useCalls();
  const settings = useQuery({
    queryKey: ['settings', 'system'],
    queryFn: () => calls.call<SettingsAnswer>(settingsCalls.settingsGet.path, { page: 'system' }),
    retry: false,
  });
  const count = monthlyPeriodsOf(duration);
  if (count === null) return <Alert type="info" content={t('resource.planPeriods.unlimited')} />;
  const beyond = daysBeyondMonths(duration);
  const resetsOnFirst = settings.data?.groups.membership?.values.quotaReset === 'calendarMonth';
  const warnings = [
    beyond < 0 ? t('resource.planPeriods.short') : null,
    beyond > 0 ? t('resource.planPeriods.rest', { days: beyond }) : null,
    resetsOnFirst ? t('resource.planPeriods.calendar', { count }) : null,
  ].filter((text) => text !== null);
  const reported = [t('resource.planPeriods.count', { count }), ...warnings];
  return (
    <Alert type={warnings.length > 0 ? 'warning' : 'info'} content={reported.map((text) => <p key={text}>{text}</p>)} />
  );
}

/** The form of a plan shows the number of quota periods of its duration. */
export const slots: Slots = { formNote: PlanPeriods };
