<?php

// Loads the plugin as PocketMine would, over the stand-in.

declare(strict_types=1);

require __DIR__ . '/stand-in.php';
require __DIR__ . '/../../php/autoload.php';

spl_autoload_register(static function (string $class): void {
    $prefix = 'VulxNetwork\\PocketMine\\';
    if (str_starts_with($class, $prefix)) {
        require __DIR__ . '/../src/PocketMine/' . substr($class, strlen($prefix)) . '.php';
    }
});

// As PocketMine: a warning is an exception, unless it was silenced.
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if ((error_reporting() & $level) !== 0) {
        throw new ErrorException($message, 0, $level, $file, $line);
    }
    return true;
});
