<?php

// Writes build/VulxNetwork.phar: php -d phar.readonly=0 build.php

declare(strict_types=1);

$build = __DIR__ . '/build';
$file = "$build/VulxNetwork.phar";
if (!is_dir($build)) {
    mkdir($build);
}
if (is_file($file)) {
    unlink($file);
}
$phar = new Phar($file);
$phar->startBuffering();
foreach (['plugin.yml', 'LICENSE', 'resources/config.yml'] as $name) {
    $phar->addFile(__DIR__ . "/$name", $name);
}
foreach (glob(__DIR__ . '/src/PocketMine/*.php') as $path) {
    $phar->addFile($path, 'src/PocketMine/' . basename($path));
}
// The package lies beside the plugin's own classes, so that PocketMine's loader finds both, on worker threads too.
foreach (glob(__DIR__ . '/../php/src/*.php') as $path) {
    $phar->addFile($path, 'src/SiteClient/' . basename($path));
}
$phar->setStub('<?php __HALT_COMPILER();');
$phar->stopBuffering();
echo "$file\n";
