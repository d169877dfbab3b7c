import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';

interface CenterCardProps {
  readonly title: string;
  /** Link to the full page. */
  readonly to: string;
  readonly more: string;
  readonly children: ReactNode;
}

/** A section of the user center, with a link to its full page. */
export function CenterCard({ title, to, more, children }: CenterCardProps) {
  const id = useId();
  return (
    <section className="card center-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <Link className="plain-link" to={to} aria-label={`${more} ${title}`}>
          {more}
        </Link>
      </header>
      {children}
    </section>
  );
}
