import { Alert, Button, Group, Slider, Text } from '@mantine/core';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useText } from '../../messages/text';
import { Dialog } from '../../dialog/dialog';
import { cropPicture, sharpSide, smallestSide, type CropArea } from './picture-file';
import { PlainButton } from '../../theme/theme';
import { Note } from '../../theme/owner-parts';
import styles from './profile.module.css';

interface CropDialogProps {
  readonly file: Blob;
  /** An object URL of the file. */
  readonly url: string;
  /** It has several frames; only the first is kept. */
  readonly moves: boolean;
  readonly shape: 'round' | 'rect';
  /** Width of the result in pixels; of a shape of its own, the side of the square with as many. */
  readonly side: number;
  /** Its width by its height; null = the picture's own. */
  readonly aspect: number | null;
  readonly onDone: (picture: Blob) => void;
  readonly onUnreadable: () => void;
  /** The picture has too few pixels to show anything. */
  readonly onTiny: (width: number, height: number) => void;
  readonly onCancel: () => void;
}

/** Width by height. A strip would be too thin to see, or longer than a screen. */
const [highest, widest] = [1 / 2, 4];

export function CropDialog(props: CropDialogProps) {
  const { file, url, moves, shape, side, aspect: wanted, onDone, onUnreadable, onTiny, onCancel } = props;
  const text = useText();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea | null>(null);
  const [own, setOwn] = useState(1);
  const aspect = wanted ?? own;
  /** Pixels of the shorter side; null until the picture has loaded. */
  const [shortSide, setShortSide] = useState<number | null>(null);
  // Nearer than this, a person would choose a few blurred pixels.
  const mostZoom = Math.min(4, Math.max(1, (shortSide ?? sharpSide) / sharpSide));

  const measure = ({ naturalWidth, naturalHeight }: { naturalWidth: number; naturalHeight: number }) => {
    const short = Math.min(naturalWidth, naturalHeight);
    if (short < smallestSide) onTiny(naturalWidth, naturalHeight);
    else setShortSide(short);
    setOwn(Math.min(widest, Math.max(highest, naturalWidth / naturalHeight)));
  };

  const use = async () => {
    if (!area) return;
    const cropped = await cropPicture(file, area, side * (wanted === null ? Math.sqrt(own) : 1));
    if (cropped) onDone(cropped);
    else onUnreadable();
  };

  return (
    <Dialog open onClose={onCancel} title={text('picture.cropTitle')}>
      {moves && (
        <Alert p="xs" mb="sm">
          {text('picture.moves')}
        </Alert>
      )}
      <div className={styles.stage}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={mostZoom}
          // A very wide or very high picture fills the frame, so that the square is not a thin strip of it. In its own shape it is seen whole.
          objectFit={wanted === null ? 'contain' : 'cover'}
          onMediaLoaded={measure}
          aspect={aspect}
          cropShape={shape}
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_share, pixels) => setArea(pixels)}
          mediaProps={{ alt: '', onError: onUnreadable }}
          // Screen readers use the arrow keys themselves outside of such a widget.
          cropperProps={{ role: 'application', 'aria-label': text('picture.cropTitle') }}
        />
      </div>
      <Note mt={8}>{text('picture.cropHint')}</Note>
      {shortSide !== null && shortSide < sharpSide && (
        <Alert color="yellow" p="xs" mt="sm">
          {text('picture.small', { side: shortSide, wanted: sharpSide })}
        </Alert>
      )}
      <Text size="sm" mt="sm" fw={500} aria-hidden>
        {text('picture.zoom')}
      </Text>
      <Slider
        min={1}
        max={Math.max(mostZoom, 1.05)}
        disabled={mostZoom === 1}
        step={0.05}
        value={zoom}
        onChange={setZoom}
        label={null}
        thumbLabel={text('picture.zoom')}
      />
      <Group justify="flex-end" mt="lg" gap="xs">
        <PlainButton onClick={onCancel}>{text('picture.cancel')}</PlainButton>
        <Button onClick={() => void use()} disabled={!area}>
          {text('picture.use')}
        </Button>
      </Group>
    </Dialog>
  );
}
