import 'react-easy-crop/react-easy-crop.css';
import { Button, Group, Slider, Text } from '@mantine/core';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import { useText } from '../../messages/text';
import { Dialog } from '../../ui/dialog';
import { cropPicture, type CropArea } from './crop-picture';
import styles from './picture.module.css';

interface CropDialogProps {
  readonly file: Blob;
  /** An object URL of the file. */
  readonly url: string;
  readonly shape: 'round' | 'rect';
  /** Side length of the result in pixels. */
  readonly side: number;
  readonly onDone: (picture: Blob) => void;
  readonly onUnreadable: () => void;
  readonly onCancel: () => void;
}

export function CropDialog(props: CropDialogProps) {
  const { file, url, shape, side, onDone, onUnreadable, onCancel } = props;
  const text = useText();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea | null>(null);

  const use = async () => {
    if (!area) return;
    const cropped = await cropPicture(file, area, side);
    if (cropped) onDone(cropped);
    else onUnreadable();
  };

  return (
    <Dialog open onClose={onCancel} title={text('picture.cropTitle')}>
      <div className={styles.stage}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          aspect={1}
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
      <Text size="xs" c="dimmed" mt={8}>
        {text('picture.cropHint')}
      </Text>
      <Slider
        mt="sm"
        min={1}
        max={4}
        step={0.05}
        value={zoom}
        onChange={setZoom}
        label={null}
        thumbLabel={text('picture.zoom')}
      />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {text('picture.cancel')}
        </Button>
        <Button onClick={() => void use()} disabled={!area}>
          {text('picture.use')}
        </Button>
      </Group>
    </Dialog>
  );
}
