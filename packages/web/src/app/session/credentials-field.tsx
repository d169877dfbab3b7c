interface FieldProps extends React.ComponentProps<'input'> {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly describedBy?: string;
}

/** A label over an input. */
export function Field({ id, label, hint, describedBy, ...input }: FieldProps) {
  return (
    <div className="credentials-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} spellCheck={false} autoCapitalize="none" aria-describedby={describedBy} {...input} />
      {hint ? <span className="credentials-hint">{hint}</span> : null}
    </div>
  );
}
