import { Component } from 'react';

interface Props {
  readonly name: string;
  /** A path on `host`. */
  readonly picture: string | null;
  readonly host: string;
}

/** Where a picture is: a path on `host`, or an address of its own, as of one that is not saved yet. */
export const pictureAt = (host: string, picture: string): string =>
  picture.startsWith('/') ? host + picture : picture;

/** The owner's picture, or the first letter of their name. It needs no alternative text, because the name is beside it. */
export class Portrait extends Component<Props, { readonly broken: string | null }> {
  override state = { broken: null };

  override render() {
    const { name, picture, host } = this.props;
    if (!picture || picture === this.state.broken)
      return (
        <span className="avatar initial" part="avatar" aria-hidden="true">
          {/\S/u.exec(name)?.[0].toUpperCase()}
        </span>
      );
    return (
      <img
        className="avatar"
        part="avatar"
        src={pictureAt(host, picture)}
        alt=""
        width="68"
        height="68"
        decoding="async"
        onError={() => this.setState({ broken: picture })}
      />
    );
  }
}
