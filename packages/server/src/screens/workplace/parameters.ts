import { check, complete, Fault, fieldsSchema, type ReportDefinition, type Values } from '@gantry/core';
import type { CallRequest } from '../../http/call.ts';

/** The checked parameters of a report, defaults filled in. */
export function parametersOf(report: ReportDefinition, { body, caller }: CallRequest): Values {
  const checked = check(fieldsSchema(report.input), body, report.input, caller.locale, caller.t);
  if (!checked.ok) throw new Fault('invalid', { errors: checked.errors });
  return complete(checked.value, report.input, 'create');
}
