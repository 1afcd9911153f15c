import { languageOf } from '@busker/core/locale/language-tags';

interface Props {
  readonly label: string;
  readonly locale: string;
  /** The receipt without its language and its token. */
  readonly address: string;
  readonly tipToken: string;
  readonly className: string;
}

/** The receipt in a tab of its own. The token is in the fragment, which no request carries. */
export const ReceiptLink = ({ label, locale, address, tipToken, className }: Props) => (
  <a
    className={className}
    href={`${address}?lang=${languageOf(locale)}#${tipToken}`}
    target="_blank"
    rel="noopener noreferrer"
  >
    {label}
  </a>
);
