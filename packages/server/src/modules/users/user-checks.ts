import { type LocalizedText, localize, user } from '@gantry/core';
import type { RecordChecks } from '../../platform/engine/engine.ts';

const gone: LocalizedText = {
  zh: '该用户已注销，资料不能再改',
  en: 'This user was deleted and can no longer be changed.',
};

/** Who was forgotten stays forgotten, whichever door a change comes through. */
export const userChecks: RecordChecks = {
  [user.name]: ({ status }, { locale }) => (status === 'deleted' ? { status: [localize(gone, locale)] } : null),
};
