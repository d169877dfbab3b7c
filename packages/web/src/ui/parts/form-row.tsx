import './form-row.css';
import { type ReactNode, useId } from 'react';
import { useT } from '../../app/i18n/index.ts';

/** IDs that the control of a row must use, so that its label, help and error belong to it. */
export interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-required': boolean | undefined;
}

interface FormRowProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly errors?: readonly string[] | undefined;
  readonly required?: boolean | undefined;
  readonly children: (ids: ControlIds) => ReactNode;
}

/** A labeled control with its help and errors. */
export function FormRow({ label, help, errors, required, children }: FormRowProps) {
  const t = useT();
  const id = useId();
  const wrong = errors !== undefined && errors.length > 0;
  const ids: ControlIds = {
    id,
    'aria-describedby': `${id}-note`,
    'aria-invalid': wrong || undefined,
    'aria-required': required || undefined,
  };
  return (
    <div className="form-row">
      <label htmlFor={id}>
        {label}
        {required ? (
          <span className="form-required" title={t('console.required')} aria-hidden="true">
            *
          </span>
        ) : null}
      </label>
      {children(ids)}
      <div id={`${id}-note`} className="form-note" aria-live="polite">
        {wrong ? <span className="problem">{errors.join(' ')}</span> : help}
      </div>
    </div>
  );
}
