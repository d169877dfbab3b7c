import '../record/diff.css';
import './bulk.css';
import { useWords } from '../../fields/index.ts';

/** Maximum number of listed failures; the file contains all of them. */
const listed = 200;

interface FailureRowsProps {
  readonly caption: string;
  readonly failures: readonly { readonly id: number | string; readonly message: string }[];
}

/** Records that failed, each with the reason. */
export function FailureRows({ caption, failures }: FailureRowsProps) {
  const t = useWords();
  return (
    <div className="failures">
      <table className="diff">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('common.id')}</th>
            <th scope="col">{t('resource.bulk.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {failures.slice(0, listed).map((item) => (
            <tr key={item.id}>
              <td className="figure">{item.id}</td>
              <td>{item.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
